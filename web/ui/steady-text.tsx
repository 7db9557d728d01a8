// A sentence with sums that move with the market, in a part that is read out when it changes: heard once, and not at every tick.

/** Its sums are left out of what is read out as a change. With what the person has typed as its key it is heard anew when that changes. */
export function SteadyText({ text }: { text: string }) {
  return text.split(/(\u20b9[\d,.]*\d)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} aria-live="off">
        {part}
      </span>
    ),
  );
}
