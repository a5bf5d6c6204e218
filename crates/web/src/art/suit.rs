use cards::Suit;

/// The symbol of a suit as SVG, 24 by 24, in the current colour.
pub(crate) fn shape(suit: Suit) -> String {
    format!(r#"<path fill="currentColor" d="{}"/>"#, outline(suit))
}

/// The outline of a suit symbol, 24 by 24.
pub(super) fn outline(suit: Suit) -> &'static str {
    match suit {
        Suit::Clubs => {
            "M12 1.800a4.700 4.700 0 0 1 3.900 7.300 4.800 4.800 0 1 1-2.700 8c.2 2 .9 3.600 2.300 5.400h-7c1.400-1.800 2.100-3.400 2.300-5.400a4.800 4.800 0 1 1-2.700-8A4.700 4.700 0 0 1 12 1.800z"
        }
        Suit::Diamonds => {
            "M12 1.200c2.300 4 5 7.500 8.300 10.800-3.300 3.300-6 6.800-8.300 10.800C9.700 18.800 7 15.300 3.700 12 7 8.700 9.700 5.200 12 1.200z"
        }
        Suit::Hearts => {
            "M12 22C5 16 1.800 12.200 1.800 8.200A5.300 5.300 0 0 1 12 6.300a5.300 5.300 0 0 1 10.200 1.900C22.200 12.200 19 16 12 22z"
        }
        Suit::Spades => {
            "M12 1.500c3 5.300 9 8 9 13a4.600 4.600 0 0 1-7.800 3.100c.2 2 .9 3.400 2.300 4.900h-7c1.400-1.500 2.100-2.900 2.300-4.900A4.600 4.600 0 0 1 3 14.500c0-5 6-7.700 9-13z"
        }
    }
}
