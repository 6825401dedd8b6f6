import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseAllDocuments, parseDocument } from 'yaml';
import { serviceNames } from '@pitanga/operations/services';
import { renderFolder } from '../k8s/manifests';
import { offlineRenderer } from '../k8s/tools';
import { cacheDir, rootDir, toolsDir } from '../workspace';
import { namespace } from './kubectl';

const sources = join(toolsDir, 'k8s-e2e');
const folder = join(cacheDir, 'k8s-e2e');
/** Where pods and services of a cluster have their addresses, so that a webhook reaches a pod. */
const privateRanges = '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16';

/**
 * An overlay with a merchant's server beside it, as YAML.
 * @param tag of the images of all services, instead of those of the overlay
 */
export function renderInstallation(overlay: string, tag?: string): string {
  mkdirSync(folder, { recursive: true });
  for (const file of ['merchant.yaml', 'client.cjs']) copyFileSync(join(sources, file), join(folder, file));
  writeFileSync(join(folder, 'kustomization.yaml'), kustomization(overlay, tag));
  const rendered = renderFolder(folder, offlineRenderer());
  return rendered.replace('pitanga/merchant', gatewayImage(rendered));
}

/** The merchant's server runs in an image that the cluster has anyway. */
function gatewayImage(yaml: string): string {
  const deployment = filterObjects(yaml, (kind, name) => kind === 'Deployment' && name === 'gateway');
  return parseDocument(deployment).getIn(['spec', 'template', 'spec', 'containers', 0, 'image']) as string;
}

/** The objects of a rendered installation whose kind and name a filter takes, as YAML. */
export function filterObjects(yaml: string, takes: (kind: string, name: string) => boolean): string {
  return parseAllDocuments(yaml)
    .filter((object) => takes(String(object.get('kind')), String(object.getIn(['metadata', 'name']))))
    .map(String)
    .join('---\n');
}

function kustomization(overlay: string, tag: string | undefined): string {
  const images =
    tag === undefined ? [] : serviceNames.map((name) => `  - { name: localhost/pitanga-${name}, newTag: ${tag} }`);
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
