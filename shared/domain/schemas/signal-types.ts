/** Loads the signal types, subtypes, names and example phrases of `seeds/signal-types.json`. */
import { foldCase } from '../normalise/fold-case.js';
import { readSeed } from '../package-root.js';

interface SignalSubtype {
  subtype: string;
  name: string;
  description: string;
  examples: string[];
  /** Items of form 8-K that get this subtype. */
  items?: string[];
}

interface SignalType {
  type: string;
  association: 'company' | 'contact';
  description: string;
  subtypes: SignalSubtype[];
}

export type SignalTypes = ReturnType<typeof loadSignalTypes>;

export function loadSignalTypes() {
  const { types } = readSeed<{ types: readonly SignalType[] }>('signal-types.json');
  const bySlug = new Map(types.map((type) => [foldCase(type.type), type]));
  const byName = new Map<string, SignalSubtype>();
  const byItem = new Map<string, SignalSubtype>();
  const spellings = new Map(
    types
      .flatMap(({ type, subtypes }) => [type, ...subtypes.map(({ subtype }) => subtype)])
      .map((name) => [foldCase(name), name]),
  );
  for (const { type, subtypes } of types) {
    for (const subtype of subtypes) {
      byName.set(keyOf(type, subtype.subtype), subtype);
      for (const item of subtype.items ?? []) byItem.set(item, subtype);
    }
  }
  return {
    types,
    type: (slug: string) => bySlug.get(foldCase(slug)),
    /** Finds a subtype. Both names are compared without regard to case. */
    subtype: (type: string, subtype: string) => byName.get(keyOf(type, subtype)),
    /** Returns a type or a subtype of any type as the catalogue spells it, others unchanged. */
    spellingOf: (name: string) => spellings.get(foldCase(name)) ?? name,
    /** Finds the subtype of an 8-K item, for example `2.02`. */
    subtypeOfItem: (item: string) => byItem.get(item),
  };
}

function keyOf(type: string, subtype: string): string {
  return `${foldCase(type)}\n${foldCase(subtype)}`;
}
