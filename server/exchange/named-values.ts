// Lets a long SQL statement name its values: `:at` in the text becomes `$4` if `at` is the fourth name.

/** @throws when the text names a value that is not among `names`, or leaves one out. */
export function numbered(text: string, names: readonly string[]): string {
  const unused = new Set(names);
  const sql = text.replaceAll(/(?<!:):([a-z]\w*)/gi, (_, name: string) => {
    unused.delete(name);
    const index = names.indexOf(name);
    if (index === -1) throw new Error(`The statement has no value called ${name}.`);
    return `$${index + 1}`;
  });
  if (unused.size > 0) throw new Error(`The statement does not use ${[...unused].join(', ')}.`);
  return sql;
}
