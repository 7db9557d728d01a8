// What a planted bug is: edits of the text of the program, each in one place.

interface Edit {
  /** The path below the bug's room: core/ here. */
  readonly file: string;
  /** Text that the file contains exactly once. */
  readonly anchor: string;
  readonly replacement: string;
}

export interface PlantedBug {
  readonly name: string;
  readonly edits: readonly Edit[];
}

export function plantedBug(
  name: string,
  ...edits: readonly (readonly [file: string, anchor: string, replacement: string])[]
): PlantedBug {
  return { name, edits: edits.map(([file, anchor, replacement]) => ({ file, anchor, replacement })) };
}
