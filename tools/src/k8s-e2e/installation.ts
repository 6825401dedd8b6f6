import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { offlineRenderer } from '../k8s/tools';
import { serviceNames } from '../platform/services';
import { cacheDir, rootDir, toolsDir } from '../workspace';
import { namespace } from './kubectl';

const folder = join(cacheDir, 'k8s-e2e');
const gatewayImage = 'pitanga/gateway';

/** Where pods and services of a cluster have their addresses, so that a webhook reaches a pod. */
const privateRanges = '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16';

/**
 * An overlay with a merchant's server beside it, as YAML.
 * @param tag of the images of all services, instead of those of the overlay
 */
export function renderInstallation(overlay: string, tag?: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'merchant.yaml'), merchant);
  writeFileSync(join(folder, 'client.cjs'), readFileSync(join(toolsDir, 'k8s-e2e', 'client.cjs')));
  writeFileSync(join(folder, 'kustomization.yaml'), kustomization(overlay, tag));
  const { command, args } = offlineRenderer();
  return execFileSync(command, [...args, folder], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

/** The objects of a rendered installation whose kind and name a filter takes, as YAML. */
export function onlyOf(rendered: string, takes: (kind: string, name: string) => boolean): string {
  return parseAllDocuments(rendered)
    .filter((object) => takes(String(object.get('kind')), String(object.getIn(['metadata', 'name']))))
    .map(String)
    .join('---\n');
}

function kustomization(overlay: string, tag: string | undefined): string {
  const images = tag === undefined ? [] : serviceNames.map((name) => `  - { name: pitanga/${name}, newTag: ${tag} }`);
  return `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: ${namespace}
resources:
  - ${relative(folder, join(rootDir, overlay))}
  - merchant.yaml
configMapGenerator:
  - name: webhooks
    behavior: merge
    literals:
      - ALLOWED_RANGES_IN_DEV_MODE=${privateRanges}
  - name: e2e-client
    files: [client.cjs]
${images.length === 0 ? '' : `images:\n${images.join('\n')}\n`}`;
}

const merchant = `apiVersion: v1
kind: Pod
metadata:
  name: e2e-client
  labels: { app.kubernetes.io/name: e2e-client }
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  securityContext:
    runAsNonRoot: true
    runAsUser: 65532
    seccompProfile: { type: RuntimeDefault }
  containers:
    - name: client
      image: ${gatewayImage}
      args: [/e2e/client.cjs, serve]
      ports:
        - { name: webhooks, containerPort: 8099 }
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      resources:
        requests: { cpu: 50m, memory: 128Mi }
        limits: { memory: 256Mi }
      volumeMounts:
        - { name: script, mountPath: /e2e, readOnly: true }
  volumes:
    - name: script
      configMap: { name: e2e-client }
---
apiVersion: v1
kind: Service
metadata:
  name: e2e-client
spec:
  selector: { app.kubernetes.io/name: e2e-client }
  ports:
    - { name: webhooks, port: 8099, targetPort: webhooks }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: e2e-client
spec:
  podSelector: { matchLabels: { app.kubernetes.io/name: e2e-client } }
  policyTypes: [Ingress, Egress]
  ingress:
    - from:
        - podSelector: { matchLabels: { app.kubernetes.io/name: webhooks, app.kubernetes.io/component: service } }
      ports:
        - { protocol: TCP, port: 8099 }
  egress:
    - to:
        - podSelector: { matchLabels: { app.kubernetes.io/name: gateway, app.kubernetes.io/component: service } }
      ports:
        - { protocol: TCP, port: 8080 }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: e2e-client-to-gateway
spec:
  podSelector: { matchLabels: { app.kubernetes.io/name: gateway, app.kubernetes.io/component: service } }
  policyTypes: [Ingress]
  ingress:
    - from:
        - podSelector: { matchLabels: { app.kubernetes.io/name: e2e-client } }
      ports:
        - { protocol: TCP, port: 8080 }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: webhooks-to-e2e-client
spec:
  podSelector: { matchLabels: { app.kubernetes.io/name: webhooks, app.kubernetes.io/component: service } }
  policyTypes: [Egress]
  egress:
    - to:
        - podSelector: { matchLabels: { app.kubernetes.io/name: e2e-client } }
      ports:
        - { protocol: TCP, port: 8099 }
`;
