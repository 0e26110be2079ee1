/** The settings of the service, and the files of `deploy/` that mention them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../shared/domain/package-root.js';
import { schemaNamed } from '../../../shared/domain/schemas/schemas.js';

interface ExampleSetting {
  name: string;
  value: string;
  comment: string;
  /** Whether the line is commented out; its value is then the default. */
  optional: boolean;
}

export function settingNames(): Set<string> {
  return new Set(Object.keys(schemaNamed('environment').properties ?? {}));
}

export function defaultOf(name: string): unknown {
  return schemaNamed('environment').properties?.[name]?.default;
}

/** Returns the settings in `deploy/env.example`, each with the comment above it. */
export function exampleSettings(): ExampleSetting[] {
  const settings: ExampleSetting[] = [];
  let comment = '';
  for (const line of readDeployFile('env.example').split('\n')) {
    const match = /^(#?)([A-Z][A-Z0-9_]*)=(.*)$/.exec(line);
    if (match) {
      const [, mark, name = '', value = ''] = match;
      settings.push({ name, value, comment, optional: mark === '#' });
    }
    comment = match || !line.startsWith('# ') ? '' : line.slice(2);
  }
  return settings;
}

export function readDeployFile(path: string): string {
  return readFileSync(join(packageRoot(), 'deploy', path), 'utf8');
}
