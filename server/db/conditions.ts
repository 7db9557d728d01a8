// Collects the conditions of a query, each with its value.

export class Conditions {
  readonly values: unknown[] = [];
  readonly #parts: string[] = [];

  /** The parameter that stands for a value. */
  parameter(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** `?` in the condition becomes the value's parameter. */
  add(condition: string, value: unknown): this {
    const parameter = this.parameter(value);
    return this.plain(condition.replace('?', () => parameter));
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

  /** The whole clause; empty without conditions. */
  get where(): string {
    return this.#parts.length === 0 ? '' : `where ${this.sql}`;
  }
}
