use crate::Unknown;
use crate::act::{Act, Acts};
use crate::control::Control;
use crate::seen::Seen;
use crate::space::{Space, Way};

/// Searches in depth until a state is won, or all have been seen. Gives what leads to the win; `None` if there is none.
pub(crate) fn search<S: Space>(
    space: &S,
    root: S::State,
    control: &mut Control<'_>,
) -> Result<Option<Vec<Act>>, Unknown> {
    let mut seen = Seen::new(control)?;
    let mut stack = Vec::new();
    let mut path: Vec<S::State> = Vec::new();
    let mut ways = Vec::new();
    control.reserve(&mut stack, 1)?;
    stack.push((settled::<S, ()>(space, root).state, 0));
    while let Some((state, depth)) = stack.pop() {
        let (key, rank) = space.key(&state);
        if !seen.enter(key, rank, control)? {
            continue;
        }
        path.truncate(depth);
        let from = path.last();
        if space.is_locked(from, &state) {
            continue;
        }
        if let Some(from) = from
            && space.is_lost(from, &state, control)?
        {
            continue;
        }
        control.step()?;
        control.reserve(&mut path, 1)?;
        path.push(state);
        if space.is_won(&state) {
            return Ok(Some(acts(space, root, &path)));
        }
        space.expand::<()>(&state, &mut ways);
        control.reserve(&mut stack, ways.len())?;
        stack.extend(ways.drain(..).map(|way| (way.state, depth + 1)));
    }
    Ok(None)
}

fn settled<S: Space, A: Acts>(space: &S, root: S::State) -> Way<S::State, A> {
    let mut way = Way::new(root);
    space.settle(&mut way);
    way
}

/// What was done on a path: found again, since the search itself does not keep it.
fn acts<S: Space>(space: &S, root: S::State, path: &[S::State]) -> Vec<Act> {
    let mut acts = settled::<S, Vec<Act>>(space, root).acts;
    let mut ways: Vec<Way<S::State, Vec<Act>>> = Vec::new();
    for pair in path.windows(2) {
        ways.clear();
        space.expand(&pair[0], &mut ways);
        acts.extend(ways.iter().find(|way| way.state == pair[1]).into_iter().flat_map(|way| &way.acts));
    }
    acts
}
