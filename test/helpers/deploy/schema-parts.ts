/** Short ways to write JSON Schemas in which every property that is not named is a mistake. */
export type Schema = Record<string, unknown>;

export const text: Schema = { type: 'string' };
export const whole: Schema = { type: 'integer', minimum: 0 };
export const flag: Schema = { type: 'boolean' };
export const texts: Schema = list(text);
export const mapOfTexts: Schema = mapOf(text);

/** Properties named in `required` must be there; `'all'` means every one. */
export function object(properties: Record<string, Schema>, required: string[] | 'all' = []) {
  return {
    type: 'object',
    properties,
    additionalProperties: false,
    required: required === 'all' ? Object.keys(properties) : required,
  };
}

export function list(items: Schema): Schema {
  return { type: 'array', items, minItems: 1 };
}

export function mapOf(values: Schema): Schema {
  return { type: 'object', additionalProperties: values };
}

export function pattern(expression: string): Schema {
  return { type: 'string', pattern: expression };
}

export function only(...values: unknown[]): Schema {
  return { enum: values };
}
