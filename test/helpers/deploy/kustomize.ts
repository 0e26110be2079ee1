/**
 * Builds a kustomization as `kubectl kustomize` does, as far as `deploy/kubernetes` needs it:
 * resources, components, generators without the hash in their names, deleting patches, images,
 * labels and the namespace. Throws on an unknown field, so that none is silently ignored.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

/** A manifest of any kind; tests read all of them. */
// biome-ignore lint/suspicious/noExplicitAny: parsed files of many shapes
export type Manifest = any;

interface Kustomization {
  apiVersion: string;
  kind: 'Kustomization' | 'Component';
  namespace?: string;
  resources?: string[];
  components?: string[];
  labels?: { pairs: Record<string, string>; includeTemplates?: boolean }[];
  images?: { name: string; newName?: string; newTag?: string }[];
  configMapGenerator?: Generator[];
  secretGenerator?: Generator[];
  patches?: { patch: string }[];
}

interface Generator {
  name: string;
  behavior?: 'merge';
  literals?: string[];
  envs?: string[];
}

const KNOWN = new Set<string>([
  'apiVersion',
  'kind',
  'namespace',
  'resources',
  'components',
  'labels',
  'images',
  'configMapGenerator',
  'secretGenerator',
  'patches',
] satisfies (keyof Kustomization)[]);

export function composeManifests(folder: string, before: readonly Manifest[] = []): Manifest[] {
  const own: Kustomization = readYaml(join(folder, 'kustomization.yaml'))[0];
  const unknown = Object.keys(own).filter((field) => !KNOWN.has(field));
  if (unknown.length > 0) throw new Error(`${folder}: ${unknown.join(', ')} is not understood`);
  let manifests = [...before];
  for (const resource of own.resources ?? [])
    manifests.push(...readResource(join(folder, resource)));
  for (const generator of own.configMapGenerator ?? []) {
    generate(manifests, 'ConfigMap', generator, folder);
  }
  for (const generator of own.secretGenerator ?? []) {
    generate(manifests, 'Secret', generator, folder);
  }
  for (const component of own.components ?? []) {
    manifests = composeManifests(join(folder, component), manifests);
  }
  for (const { patch } of own.patches ?? []) manifests = remove(manifests, patch);
  for (const manifest of manifests) adorn(manifest, own);
  return manifests;
}

export function readYaml(path: string): Manifest[] {
  return parseAllDocuments(readFileSync(path, 'utf8'), { merge: true }).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS();
  });
}

export function podOf(manifest: Manifest): Manifest | undefined {
  return manifest.spec?.template;
}

function readResource(path: string): Manifest[] {
  return statSync(path).isDirectory() ? composeManifests(path) : readYaml(path);
}

function generate(
  manifests: Manifest[],
  kind: 'ConfigMap' | 'Secret',
  { name, behavior, literals = [], envs = [] }: Generator,
  folder: string,
): void {
  const lines = [
    ...literals,
    ...envs.flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n')),
  ].filter((line) => line !== '' && !line.startsWith('#'));
  const data = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  const present = manifests.find((each) => each.kind === kind && each.metadata.name === name);
  if ((behavior === 'merge') !== (present !== undefined)) {
    throw new Error(`${folder}: ${kind} ${name} ${present ? 'is there already' : 'is not there'}`);
  }
  if (present) Object.assign(present.data, data);
  else manifests.push({ apiVersion: 'v1', kind, metadata: { name }, data });
}

function remove(manifests: readonly Manifest[], patch: string): Manifest[] {
  const [{ $patch: directive, kind, metadata }] = parseAllDocuments(patch).map((each) =>
    each.toJS(),
  );
  if (directive !== 'delete') throw new Error('only deleting patches are understood');
  const rest = manifests.filter(
    (each) => each.kind !== kind || each.metadata.name !== metadata.name,
  );
  if (rest.length === manifests.length) throw new Error(`no ${kind} ${metadata.name} to delete`);
  return rest;
}

function adorn(manifest: Manifest, { namespace, labels = [], images = [] }: Kustomization): void {
  if (namespace !== undefined && manifest.kind !== 'Namespace') {
    manifest.metadata.namespace = namespace;
  }
  const pod = podOf(manifest);
  for (const { pairs, includeTemplates } of labels) {
    manifest.metadata.labels = { ...manifest.metadata.labels, ...pairs };
    if (pod && includeTemplates) pod.metadata.labels = { ...pod.metadata.labels, ...pairs };
  }
  for (const container of pod?.spec.containers ?? []) {
    // As in kustomize, a later kustomization refers to an image by its new name.
    for (const { name, newName, newTag } of images) {
      const [current, tag] = container.image.split(/:(?=[^/]*$)/);
      if (current !== name) continue;
      container.image = [newName ?? current, newTag ?? tag].filter(Boolean).join(':');
    }
  }
}
