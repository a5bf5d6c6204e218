/// Lets an array with one value for each key of a small type be indexed by the keys.
///
/// After the type of the array and the type of the keys come all keys in order, and the position of a key:
///
/// ```
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// enum Side {
///     Left,
///     Right,
/// }
///
/// struct BySide<T>([T; 2]);
///
/// cards::index_by!(BySide[Side], [Side::Left, Side::Right], |side| side as usize);
///
/// let mut cards = BySide([3, 5]);
/// cards[Side::Right] += 1;
/// assert_eq!(cards.iter().last(), Some((Side::Right, &6)));
/// ```
#[macro_export]
macro_rules! index_by {
    ($array:ident[$key:ty], $keys:expr, $position:expr) => {
        impl<T> $array<T> {
            /// The keys and their values, in order.
            pub fn iter(&self) -> impl DoubleEndedIterator<Item = ($key, &T)> + ExactSizeIterator {
                $keys.into_iter().zip(&self.0)
            }
        }

        impl<T> std::ops::Index<$key> for $array<T> {
            type Output = T;

            fn index(&self, key: $key) -> &T {
                let position: fn($key) -> usize = $position;
                &self.0[position(key)]
            }
        }

        impl<T> std::ops::IndexMut<$key> for $array<T> {
            fn index_mut(&mut self, key: $key) -> &mut T {
                let position: fn($key) -> usize = $position;
                &mut self.0[position(key)]
            }
        }
    };
}
