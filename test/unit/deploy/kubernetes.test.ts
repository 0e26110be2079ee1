/** The Kubernetes manifests as the base and the example overlay compose them. Needs no cluster. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { packageRoot } from '../../../shared/domain/package-root.js';
import { readConfig } from '../../../shared/platform/process/config.js';
import { settingNames } from '../../helpers/deploy/environment.js';
import {
  composeManifests,
  type Manifest,
  podOf,
  readYaml,
} from '../../helpers/deploy/kustomize.js';
import { stopBudgetSeconds } from '../../helpers/deploy/stop-budget.js';

const root = join(packageRoot(), 'deploy/kubernetes');
const manifests = composeManifests(join(root, 'overlays/example'));
const base = composeManifests(join(root, 'base'));
const ofKind = (kind: string, among = manifests) => among.filter((each) => each.kind === kind);
const named = (kind: string, name: string, among = manifests): Manifest =>
  ofKind(kind, among).find((each) => each.metadata.name === name);
const workloads = manifests.filter((each) => podOf(each));
const servers = ofKind('Deployment');
const containerOf = (workload: Manifest): Manifest => podOf(workload).spec.containers[0];
const byName = (list: readonly Manifest[]): [string, Manifest][] =>
  list.map((each) => [`${each.kind} ${each.metadata.name}`, each]);

describe('Kubernetes manifests', () => {
  it.each(byName(workloads))('give %s minimal rights and resource limits', (_, each) => {
    const { spec } = podOf(each);
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    for (const id of ['runAsUser', 'runAsGroup', 'fsGroup']) {
      expect(spec.securityContext[id]).toBeGreaterThan(0);
    }
    for (const container of spec.containers) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      const quantities = { cpu: expect.any(String), memory: expect.any(String) };
      expect(container.resources).toEqual({ requests: quantities, limits: quantities });
    }
    for (const { emptyDir } of spec.volumes ?? []) expect(emptyDir.sizeLimit).toBeDefined();
  });

  it('allow network traffic only from and to named namespaces', () => {
    for (const { spec } of ofKind('NetworkPolicy')) {
      const peers = [...(spec.ingress ?? []), ...(spec.egress ?? [])].flatMap(
        ({ from = [], to = [] }: Manifest) => [...from, ...to],
      );
      // An empty selector would match all namespaces.
      for (const peer of peers) {
        expect(Object.keys(peer)).toEqual(['namespaceSelector']);
        expect(Object.keys(peer.namespaceSelector)).not.toEqual([]);
      }
    }
  });

  it('are all listed in a kustomization', () => {
    for (const folder of ['base', 'components/keda', 'overlays/example']) {
      const [{ resources = [], components = [], configMapGenerator = [], secretGenerator = [] }] =
        readYaml(join(root, folder, 'kustomization.yaml'));
      const files = [...configMapGenerator, ...secretGenerator].flatMap(({ envs = [] }) => envs);
      const used = [...resources, ...components, ...files].filter((name) => !name.startsWith('..'));
      const present = readdirSync(join(root, folder)).filter(
        (name) => name !== 'kustomization.yaml',
      );
      expect(present.sort()).toEqual(used.sort());
    }
  });

  it('use the namespace of the overlay; the base sets none', () => {
    const namespaces = manifests
      .filter(({ kind }) => kind !== 'Namespace')
      .map(({ metadata }) => metadata.namespace);
    expect(new Set(namespaces)).toEqual(new Set(['signals']));
    expect(base.filter(({ metadata }) => metadata.namespace)).toEqual([]);
  });

  it.each(byName(workloads))(
    'run %s from a pinned image with settings that the overlay defines',
    (_, each) => {
      const { image, envFrom } = containerOf(each);
      expect(image).toMatch(/^registry\.example\.com\/signals-service:\d+\.\d+\.\d+$/);
      for (const { configMapRef, secretRef } of envFrom) {
        const [kind, { name }] = configMapRef ? ['ConfigMap', configMapRef] : ['Secret', secretRef];
        expect(named(kind, name)).toBeDefined();
      }
      expect(named('ServiceAccount', podOf(each).spec.serviceAccountName)).toBeDefined();
    },
  );

  it('set only variables that the service reads', () => {
    const set = [
      ...[...ofKind('ConfigMap'), ...ofKind('Secret')].flatMap(({ data }) => Object.keys(data)),
      ...workloads.flatMap((each) =>
        (containerOf(each).env ?? []).map(({ name }: Manifest) => name),
      ),
    ];
    const known = settingNames();
    expect(set.filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(byName(servers))('give %s three health probes on its own port', (_, each) => {
    const { startupProbe, livenessProbe, readinessProbe, ports } = containerOf(each);
    const names = ports.map(({ name }: Manifest) => name);
    expect(startupProbe.httpGet.path).toBe('/health/live');
    expect(livenessProbe.httpGet.path).toBe('/health/live');
    expect(readinessProbe.httpGet.path).toBe('/health/ready');
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) {
      expect(names).toContain(httpGet.port);
    }
  });

  it('use the same ports in settings, containers, services and network policies', () => {
    const { data } = named('ConfigMap', 'signals-config');
    const api = containerOf(named('Deployment', 'signals-api'));
    const ingest = containerOf(named('Deployment', 'signals-ingest'));
    expect(String(api.ports[0].containerPort)).toBe(data.PORT);
    const variable = ingest.env.find(({ name }: Manifest) => name === 'INGEST_PORT');
    expect(String(ingest.ports[0].containerPort)).toBe(variable.value);
    expect(data.HOST).toBe('0.0.0.0');
    for (const name of ['signals-api', 'signals-ingest']) {
      const container = containerOf(named('Deployment', name));
      const [{ targetPort }] = named('Service', name).spec.ports;
      expect(targetPort).toBe(container.ports[0].name);
      const [{ ports }] = named('NetworkPolicy', name).spec.ingress;
      expect(ports[0].port).toBe(container.ports[0].containerPort);
    }
  });

  it.each(byName(servers))('give %s a longer grace period than its stop can take', (_, each) => {
    const { terminationGracePeriodSeconds, containers } = podOf(each).spec;
    const waits = containers[0].lifecycle?.preStop.sleep.seconds ?? 0;
    const budget = stopBudgetSeconds(containers[0].args[0]);
    expect(terminationGracePeriodSeconds).toBeGreaterThan(waits + budget);
  });

  it.each(byName(workloads))(
    'mount only /data and /tmp in %s, from volumes of the pod',
    (_, each) => {
      const { volumeMounts } = containerOf(each);
      expect(volumeMounts.map(({ mountPath }: Manifest) => mountPath)).toEqual(['/data', '/tmp']);
      const volumes = podOf(each).spec.volumes.map(({ name }: Manifest) => name);
      for (const { name } of volumeMounts) expect(volumes).toContain(name);
    },
  );

  it('select pods only by labels that pods have', () => {
    const labels = workloads.map((each) => podOf(each).metadata.labels);
    const selectors = [
      ...servers.map(({ spec }) => spec.selector.matchLabels),
      ...servers.flatMap((each) =>
        podOf(each).spec.topologySpreadConstraints.map(
          ({ labelSelector }: Manifest) => labelSelector.matchLabels,
        ),
      ),
      ...ofKind('Service').map(({ spec }) => spec.selector),
      ...ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
      ...ofKind('NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels),
    ];
    for (const selector of selectors) {
      const reached = labels.filter((own) =>
        Object.entries(selector).every(([name, value]) => own[name] === value),
      );
      expect(reached, JSON.stringify(selector)).not.toEqual([]);
    }
    const everyPod = named('NetworkPolicy', 'signals-stores').spec.podSelector.matchLabels;
    for (const own of labels) expect(own).toMatchObject(everyPod);
  });

  it('allow traffic from pods to DNS and to the ports of the configured stores', () => {
    const { data: plain } = named('ConfigMap', 'signals-config');
    const { data: secret } = named('Secret', 'signals-secrets');
    const urls = [
      plain.CLICKHOUSE_URL,
      plain.QDRANT_URL,
      secret.REDIS_URL,
      `kafka://${plain.KAFKA_BROKERS}`,
    ];
    const rules: Manifest[] = named('NetworkPolicy', 'signals-stores').spec.egress.flatMap(
      ({ ports }: Manifest) => ports,
    );
    for (const port of [53, ...urls.map((url) => Number(new URL(url).port))]) {
      const open = rules.some((rule) => rule.port <= port && port <= (rule.endPort ?? rule.port));
      expect(open, String(port)).toBe(true);
    }
  });

  it('scale each deployment by one autoscaler, without a fixed number of replicas', () => {
    const targets = (among: Manifest[]) =>
      [...ofKind('HorizontalPodAutoscaler', among), ...ofKind('ScaledObject', among)]
        .map(({ spec }) => spec.scaleTargetRef.name)
        .sort();
    expect(targets(manifests)).toEqual(['signals-api', 'signals-ingest']);
    expect(targets(base)).toEqual(['signals-api', 'signals-ingest']);
    for (const { spec } of servers) expect(spec.replicas).toBeUndefined();
  });

  it('scale ingest by the lag of the topic and group that its settings name', () => {
    const { data } = named('ConfigMap', 'signals-config');
    const { scaleTargetRef, triggers, maxReplicaCount } = named(
      'ScaledObject',
      'signals-ingest',
    ).spec;
    const { envFrom, env } = containerOf(named('Deployment', scaleTargetRef.name));
    expect(envFrom).toContainEqual({ configMapRef: { name: 'signals-config' } });
    const [{ type, metadata }] = triggers;
    expect(type).toBe('kafka');
    // KEDA reads the variables of the container. They must be those from which ingest consumes.
    const settingOf = (field: string): string => {
      expect(env.map(({ name }: Manifest) => name)).not.toContain(metadata[field]);
      return data[metadata[field]];
    };
    const { kafka } = readConfig(data);
    expect(settingOf('bootstrapServersFromEnv')).toBe(kafka?.brokers.join(','));
    expect(settingOf('topicFromEnv')).toBe(kafka?.topic);
    expect(settingOf('consumerGroupFromEnv')).toBe(kafka?.groupId);
    expect(Number(metadata.lagThreshold)).toBeGreaterThan(0);
    expect(maxReplicaCount).toBeGreaterThan(1);
  });

  const kubectl = spawnSync('kubectl', ['kustomize', join(root, 'overlays/example')], {
    encoding: 'utf8',
  });
  it('are composed by the test helper as by kubectl (skipped without kubectl)', ({ skip }) => {
    skip(kubectl.status !== 0, 'no kubectl that knows these kustomizations');
    const hashed = /(signals-config|signals-secrets)-[a-z0-9]{10}/g;
    const theirs = parseAllDocuments(kubectl.stdout.replace(hashed, '$1')).map((each) =>
      decoded(each.toJS()),
    );
    expect(sorted(manifests)).toEqual(sorted(theirs));
  });
});

/** Returns a generated Secret with its data decoded, and other manifests unchanged. */
function decoded(manifest: Manifest): Manifest {
  if (manifest.kind !== 'Secret') return manifest;
  const { type: _, ...rest } = manifest;
  const plain = Object.entries(manifest.data).map(([name, value]) => [
    name,
    Buffer.from(String(value), 'base64').toString(),
  ]);
  return { ...rest, data: Object.fromEntries(plain) };
}

function sorted(list: readonly Manifest[]): Manifest[] {
  const key = ({ kind, metadata }: Manifest) => `${kind}/${metadata.name}`;
  return list.toSorted((a, b) => key(a).localeCompare(key(b)));
}
