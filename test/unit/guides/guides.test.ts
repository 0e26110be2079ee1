/** The guides name files that exist, and their links lead to existing headings or files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../../shared/domain/package-root.js';

const NOT_OURS = new Set(['node_modules', 'data', 'dist', 'coverage', '.git']);
const guides = readdirSync(packageRoot(), { withFileTypes: true })
  .filter(({ name }) => !NOT_OURS.has(name))
  .flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(join(packageRoot(), entry.name), { recursive: true, encoding: 'utf8' }).map(
          (path) => join(entry.name, path),
        )
      : [entry.name],
  )
  .filter((path) => path.endsWith('.md'));
/** Matches a path of the package, but not an endpoint or a pattern such as `<kind>.ts`. */
const PATH = /^[^/<]+(\/[^<]*|\.(md|ts|json|sql))$/;
const read = (path: string) => readFileSync(join(packageRoot(), path), 'utf8');

describe('CONTRIBUTING.md', () => {
  const text = read('CONTRIBUTING.md');

  it('names only files and folders that exist', () => {
    const paths = [...text.matchAll(/`([^`\s]+)`/g)]
      .map(([, name = '']) => name)
      .filter((name) => PATH.test(name));
    expect(paths.length).toBeGreaterThan(80);
    const missing = paths.filter((path) => !existsSync(join(packageRoot(), path)));
    expect(missing).toEqual([]);
  });

  it('has a glossary of at most 25 words', () => {
    const glossary = text.split(/^## /m).find((part) => part.startsWith('Glossary')) ?? '';
    const words = glossary.split('\n').filter((line) => /^\| (?!word |-)/.test(line));
    expect(words.length).toBeGreaterThan(15);
    expect(words.length).toBeLessThanOrEqual(25);
  });
});

describe('Links of guides', () => {
  it.each(guides)('lead to existing files and headings in %s', (guide) => {
    const dead = [...read(guide).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !target.startsWith('http') && !leadsSomewhere(guide, target));
    expect(dead).toEqual([]);
  });
});

function leadsSomewhere(guide: string, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? guide : join(dirname(guide), file);
  if (!existsSync(join(packageRoot(), path))) return false;
  return anchor === undefined || anchorsOf(read(path)).includes(anchor);
}

/** Returns the anchors that GitHub makes from the headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}
