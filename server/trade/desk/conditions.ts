// Conditions of a query as they are put together, each with its value.

export class Conditions {
  readonly values: unknown[] = [];
  readonly #parts: string[] = [];

  /** `?` stands for the value's place. */
  add(condition: string, value: unknown): this {
    this.values.push(value);
    this.#parts.push(condition.replace('?', `$${this.values.length}`));
    return this;
  }

  /** Nothing where there is nothing to compare with. */
  addIf(condition: string, value: unknown): this {
    return value === undefined ? this : this.add(condition, value);
  }

  plain(condition: string | undefined): this {
    if (condition !== undefined) this.#parts.push(condition);
    return this;
  }

  get sql(): string {
    return this.#parts.join(' and ');
  }
}
