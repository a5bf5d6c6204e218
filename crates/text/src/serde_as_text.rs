/// Serialises a type as its text: written with `Display`, read with `FromStr`.
///
/// ```
/// # use std::{fmt, num::ParseIntError, str::FromStr};
/// #[derive(Debug, PartialEq)]
/// struct Row(u8);
///
/// impl fmt::Display for Row {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         write!(f, "row-{}", self.0)
///     }
/// }
///
/// impl FromStr for Row {
///     type Err = ParseIntError;
///
///     fn from_str(text: &str) -> Result<Row, ParseIntError> {
///         text.trim_start_matches("row-").parse().map(Row)
///     }
/// }
///
/// text::serde_as_text!(Row);
///
/// assert_eq!(serde_json::to_string(&Row(3)).unwrap(), r#""row-3""#);
/// assert_eq!(serde_json::from_str::<Row>(r#""row-3""#).unwrap(), Row(3));
/// assert!(serde_json::from_str::<Row>(r#""row-x""#).is_err());
/// ```
///
/// The parameters of a generic type come first: `serde_as_text!([const N: usize] Hex<N>)`. A type that has
/// its text at hand names the method that returns it, which is faster: `serde_as_text!(Card, notation)`.
#[macro_export]
macro_rules! serde_as_text {
    (@write $self:ident $serializer:ident) => {
        $serializer.collect_str($self)
    };
    (@write $self:ident $serializer:ident $text:ident) => {
        $serializer.serialize_str($self.$text())
    };
    ([$($parameters:tt)*] $type:ty $(, $text:ident)?) => {
        impl<$($parameters)*> $crate::serde::Serialize for $type {
            fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::serde_as_text!(@write self serializer $($text)?)
            }
        }

        impl<'de, $($parameters)*> $crate::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text: String = $crate::serde::Deserialize::deserialize(deserializer)?;
                text.parse().map_err($crate::serde::de::Error::custom)
            }
        }
    };
    ($type:ty $(, $text:ident)?) => {
        $crate::serde_as_text!([] $type $(, $text)?);
    };
}
