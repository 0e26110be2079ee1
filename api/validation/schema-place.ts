/** A schema and its file, which its references are relative to. */
import {
  type JsonSchema,
  referencedName,
  schemaNamed,
} from '../../shared/domain/schemas/schemas.js';

export interface SchemaPlace {
  name: string;
  schema: JsonSchema;
}

export function placeNamed(name: string): SchemaPlace {
  return { name, schema: schemaNamed(name) };
}

/** What a reference refers to; anything else is itself. */
export function dereference(place: SchemaPlace): SchemaPlace {
  const { $ref: reference } = place.schema;
  return reference === undefined ? place : placeNamed(referencedName(place.name, reference));
}
