// Where bugs were caught last that few worlds bring to light: the hunt begins there. Cold, they only cost time: every world follows.
export const SCENTS: Readonly<Record<string, number>> = {
  'a repeated cancel finds an order that was placed since': 37,
  'time goes back when another process takes over': 184,
  'an exit is placed between two ticks': 983,
  'the same key twice at once is decided twice': 46,
  'a blocked trader gets exits': 298,
  'a restart forgets the stops of exits': 148,
  'a restart joins lots that a split has parted': 65,
  'a changed order shrinks below what is filled': 59,
  'a square-off leaves sales open': 46,
  'a deposit may overflow': 26,
  'a reward may overflow': 47,
  'a fill-or-kill buy forgets what it can pay': 117,
  'who holds shares may leave': 37,
  'who finds the venue free takes it from whoever has it by then': 2_139_354_063,
  'a connection that died in a recovery keeps the lock': 30,
  'who waits for his own lock gives the venue up': 196,
  'a takeover of our own that comes late is taken for that of another process': 255,
  'a lost answer counts as a lost commit': 22,
  'a payment is credited under a key of each try': 45,
  // Some of its worlds go round and round.
  'void decisions stay in the journal': 4,
};
