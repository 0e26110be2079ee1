/** The catalogue of signal types, subtypes, their names and example phrases: `seeds/signal-types.json`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldCase } from '../normalise/fold-case.js';
import { packageRoot } from '../package-root.js';

interface SignalSubtype {
  subtype: string;
  name: string;
  description: string;
  examples: string[];
  /** 8-K items that become it. */
  items?: string[];
}

interface SignalType {
  type: string;
  association: 'company' | 'contact';
  description: string;
  subtypes: SignalSubtype[];
}

export interface SignalTypes {
  readonly types: readonly SignalType[];
  type(slug: string): SignalType | undefined;
  /** Both compared without regard to case. */
  subtype(type: string, subtype: string): SignalSubtype | undefined;
  /** Subtype of an 8-K item, for example `2.02`. */
  subtypeOfItem(item: string): SignalSubtype | undefined;
}

export function loadSignalTypes(): SignalTypes {
  const path = join(packageRoot(), 'seeds/signal-types.json');
  const { types }: { types: SignalType[] } = JSON.parse(readFileSync(path, 'utf8'));
  const bySlug = new Map(types.map((type) => [foldCase(type.type), type]));
  const byName = new Map(
    types.flatMap((type) =>
      type.subtypes.map((subtype) => [keyOf(type.type, subtype.subtype), subtype] as const),
    ),
  );
  const byItem = new Map(
    types.flatMap((type) =>
      type.subtypes.flatMap((subtype) =>
        (subtype.items ?? []).map((item) => [item, subtype] as const),
      ),
    ),
  );
  return {
    types,
    type: (slug) => bySlug.get(foldCase(slug)),
    subtype: (type, subtype) => byName.get(keyOf(type, subtype)),
    subtypeOfItem: (item) => byItem.get(item),
  };
}

function keyOf(type: string, subtype: string): string {
  return `${foldCase(type)}\n${foldCase(subtype)}`;
}
