use table::{Eye, Game, Refusal, Seat, Table, TakeBackError};

/// How an interface is tied to a game. It sees versions and views, and need not know where the table stands.
pub enum Link<G: Game> {
    /// The table is here.
    Local(Box<Table<G>>),
}

impl<G: Game> Link<G> {
    /// A table of one's own.
    pub fn local(table: Table<G>) -> Link<G> {
        Link::Local(Box::new(table))
    }

    /// What the player may know.
    #[must_use]
    pub fn view(&self) -> G::View {
        self.table().view(Eye::Seat(Seat::A))
    }

    /// The game as text, to be saved, sent or gone on with.
    #[must_use]
    pub fn record(&self) -> String {
        self.table().save()
    }

    /// Whether a step can be taken back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.table().undo_refusal(Seat::A).is_none()
    }

    /// Whether a step can be made again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.table().can_redo(Seat::A)
    }

    /// Plays a move, of the player's own or for the player.
    pub(crate) fn play(&mut self, mv: G::Move, auto: bool) -> Result<(), Refusal> {
        let Link::Local(table) = self;
        if auto { table.play_auto(Seat::A, mv) } else { table.play(Seat::A, mv) }
    }

    pub(crate) fn undo(&mut self) -> Result<(), TakeBackError> {
        let Link::Local(table) = self;
        table.undo(Seat::A)
    }

    pub(crate) fn redo(&mut self) -> Result<(), TakeBackError> {
        let Link::Local(table) = self;
        table.redo(Seat::A)
    }

    pub(crate) fn table(&self) -> &Table<G> {
        let Link::Local(table) = self;
        table
    }
}
