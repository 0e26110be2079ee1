/**
 * The part of the Kubernetes and KEDA APIs that `deploy/kubernetes` uses, and what every container of
 * it must say. CI holds the manifests against the whole Kubernetes API, too.
 */
import {
  flag,
  list,
  mapOfTexts,
  object,
  only,
  pattern,
  type Schema,
  text,
  texts,
  whole,
} from './schema-parts.js';

const quantity = pattern('^\\d+(m|Mi|Gi)?$');
const quantities = object({ cpu: quantity, memory: quantity }, 'all');
const labels = { ...mapOfTexts, minProperties: 1 };
const selector = object({ matchLabels: labels }, 'all');
const named = object({ name: text }, 'all');
const aboveZero = { type: 'integer', minimum: 1 };

const probe = object(
  {
    httpGet: object({ path: pattern('^/'), port: text }, 'all'),
    periodSeconds: whole,
    timeoutSeconds: whole,
    failureThreshold: whole,
  },
  ['httpGet', 'periodSeconds'],
);

const container = object(
  {
    name: text,
    image: text,
    args: texts,
    envFrom: list(object({ configMapRef: named, secretRef: named })),
    env: list(object({ name: text, value: text }, 'all')),
    ports: list(object({ name: text, containerPort: whole }, 'all')),
    lifecycle: object(
      { preStop: object({ sleep: object({ seconds: whole }, 'all') }, 'all') },
      'all',
    ),
    startupProbe: probe,
    livenessProbe: probe,
    readinessProbe: probe,
    resources: object({ requests: quantities, limits: quantities }, 'all'),
    securityContext: object(
      {
        allowPrivilegeEscalation: only(false),
        readOnlyRootFilesystem: only(true),
        capabilities: object({ drop: { const: ['ALL'] } }, 'all'),
      },
      'all',
    ),
    volumeMounts: list(object({ name: text, mountPath: text }, 'all')),
  },
  ['name', 'image', 'args', 'envFrom', 'resources', 'securityContext', 'volumeMounts'],
);

const pod = object(
  {
    serviceAccountName: text,
    automountServiceAccountToken: only(false),
    enableServiceLinks: only(false),
    securityContext: object(
      {
        runAsNonRoot: only(true),
        runAsUser: aboveZero,
        runAsGroup: aboveZero,
        fsGroup: aboveZero,
        seccompProfile: object({ type: only('RuntimeDefault') }, 'all'),
      },
      'all',
    ),
    restartPolicy: only('Always', 'OnFailure', 'Never'),
    terminationGracePeriodSeconds: whole,
    topologySpreadConstraints: list(
      object(
        {
          maxSkew: aboveZero,
          topologyKey: text,
          whenUnsatisfiable: only('ScheduleAnyway', 'DoNotSchedule'),
          labelSelector: selector,
        },
        'all',
      ),
    ),
    containers: list(container),
    volumes: list(object({ name: text, emptyDir: object({ sizeLimit: quantity }, 'all') }, 'all')),
  },
  [
    'serviceAccountName',
    'automountServiceAccountToken',
    'enableServiceLinks',
    'securityContext',
    'containers',
  ],
);

const template = object({ metadata: object({ labels }, 'all'), spec: pod }, 'all');
const behavior = object({ scaleDown: object({ stabilizationWindowSeconds: whole }) });
const rulePorts = list(
  object({ port: whole, endPort: whole, protocol: only('TCP', 'UDP') }, ['port', 'protocol']),
);
/** Only namespaces that say so: an empty selector would be all of them. */
const peers = list(
  object(
    {
      namespaceSelector: {
        ...object({
          matchLabels: labels,
          matchExpressions: list(object({ key: text, operator: only('Exists') }, 'all')),
        }),
        minProperties: 1,
      },
    },
    'all',
  ),
);
const cpuUtilization = object(
  {
    type: only('Resource'),
    resource: object(
      {
        name: only('cpu'),
        target: object({ type: only('Utilization'), averageUtilization: whole }, 'all'),
      },
      'all',
    ),
  },
  'all',
);

export const manifestSchema = {
  type: 'object',
  required: ['kind'],
  discriminator: { propertyName: 'kind' },
  oneOf: [
    kind('v1', 'Namespace', {}),
    kind('v1', 'ServiceAccount', { automountServiceAccountToken: flag }),
    kind('v1', 'ConfigMap', { data: mapOfTexts }),
    kind('v1', 'Secret', { data: mapOfTexts }),
    withSpec('apps/v1', 'Deployment', {
      selector,
      strategy: object({ rollingUpdate: object({ maxSurge: whole, maxUnavailable: whole }) }),
      template,
    }),
    withSpec('batch/v1', 'Job', {
      backoffLimit: whole,
      activeDeadlineSeconds: whole,
      ttlSecondsAfterFinished: whole,
      template,
    }),
    withSpec(
      'v1',
      'Service',
      {
        clusterIP: only('None'),
        selector: labels,
        ports: list(object({ name: text, port: whole, targetPort: text }, 'all')),
      },
      ['selector', 'ports'],
    ),
    withSpec('policy/v1', 'PodDisruptionBudget', { maxUnavailable: whole, selector }),
    withSpec('autoscaling/v2', 'HorizontalPodAutoscaler', {
      scaleTargetRef: object({ apiVersion: text, kind: text, name: text }, 'all'),
      minReplicas: aboveZero,
      maxReplicas: aboveZero,
      metrics: list(cpuUtilization),
      behavior,
    }),
    withSpec(
      'networking.k8s.io/v1',
      'NetworkPolicy',
      {
        podSelector: selector,
        policyTypes: list(only('Ingress', 'Egress')),
        ingress: {
          type: 'array',
          items: object({ from: peers, ports: rulePorts }, 'all'),
        },
        egress: list(object({ to: peers, ports: rulePorts }, 'all')),
      },
      ['podSelector', 'policyTypes'],
    ),
    withSpec('keda.sh/v1alpha1', 'ScaledObject', {
      scaleTargetRef: named,
      minReplicaCount: aboveZero,
      maxReplicaCount: aboveZero,
      cooldownPeriod: whole,
      advanced: object({ horizontalPodAutoscalerConfig: object({ behavior }) }),
      triggers: list(
        object({ type: text, metricType: only('Utilization'), metadata: mapOfTexts }, [
          'type',
          'metadata',
        ]),
      ),
    }),
  ],
};

function kind(apiVersion: string, name: string, rest: Record<string, Schema>): Schema {
  const metadata = object(
    { name: pattern('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$'), namespace: text, labels },
    ['name'],
  );
  const own = { apiVersion: { const: apiVersion }, kind: { const: name }, metadata };
  return object({ ...own, ...rest }, 'all');
}

function withSpec(
  apiVersion: string,
  name: string,
  spec: Record<string, Schema>,
  required: string[] | 'all' = 'all',
): Schema {
  return kind(apiVersion, name, { spec: object(spec, required) });
}
