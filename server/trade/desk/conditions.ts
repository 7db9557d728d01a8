// Collects the conditions of a query, each with its value.

export class Conditions {
  readonly values: unknown[] = [];
  readonly #parts: string[] = [];

  /** `?` in the condition becomes the number of the value's parameter. */
  add(condition: string, value: unknown): this {
    this.values.push(value);
    this.#parts.push(condition.replace('?', `$${this.values.length}`));
    return this;
  }

  /** Adds nothing if there is no value to compare with. */
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
