// Shows the progress of a long step: one line that is redrawn in a terminal, or a new line now and then elsewhere.

export interface Terminal {
  write(text: string): void;
  readonly isTty: boolean;
  readonly columns: number;
}

export interface Progress {
  show(text: string): void;
  /** Shows `text` as the final state and ends the line. */
  done(text: string): void;
}

const REDRAW_MS = 80;
const QUIET_MS = 1_000;

export function startProgress(terminal: Terminal, clock: () => number): Progress {
  let shownAt = -Infinity;
  const clear = terminal.isTty ? '\r\u001b[2K' : '';
  const fit = (text: string): string => (terminal.isTty ? text.slice(0, Math.max(20, terminal.columns - 1)) : text);
  return {
    show(text) {
      const now = clock();
      if (now - shownAt < (terminal.isTty ? REDRAW_MS : QUIET_MS)) return;
      shownAt = now;
      terminal.write(`${clear}${fit(text)}${terminal.isTty ? '' : '\n'}`);
    },
    done(text) {
      terminal.write(`${clear}${text}\n`);
    },
  };
}
