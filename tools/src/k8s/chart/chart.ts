import { globSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { serviceNames } from '@pitanga/operations/services';
import { chartDir, type Renderer } from '../manifests';
import { chartObjects, type ChartObject } from './layers';
import { conditional, printed } from './print';
import { alertRulesFile } from './values';

const generatedHead = '{{- /* Generated from k8s/base and k8s/components by npm run k8s:chart. DO NOT EDIT. */}}';

interface ChartFile {
  readonly path: string;
  readonly text: string;
}

/** The folders of earlier files: what is written by hand lies beside them. */
export function generatedFolders(): readonly string[] {
  return globSync([join(chartDir, 'templates', '*/'), join(chartDir, 'files')]);
}

/** The templates of the chart: what kustomize renders, with values in the places that overlays change. */
export function chartFiles(renderer: Renderer): readonly ChartFile[] {
  const objects = chartObjects(renderer);
  const files = Map.groupBy(objects, templatePath);
  const templates = [...files].map(([file, own]) => ({
    path: join(chartDir, 'templates', file),
    // A definition cannot stand within a condition.
    text: [generatedHead, ...own.flatMap(definition), ...conditional(own, renderLines), ''].join('\n'),
  }));
  return [...templates, alertRules(objects)];
}

function renderLines(chartObject: ChartObject): readonly string[] {
  const { object, node, when } = chartObject;
  return ['---', ...(object.kind === 'ConfigMap' ? settings(chartObject) : printed(node, when))];
}

/** The template of a config map needs what is in it twice: in it, and hashed in its name. */
function definition({ key, object, node, when }: ChartObject): readonly string[] {
  if (object.kind !== 'ConfigMap') return [];
  const data = node.type === 'map' ? node.parts.find((part) => part.key === 'data') : undefined;
  if (data === undefined) throw new Error(`${key} has no data`);
  return [`{{- define "pitanga.settings.${nameIn(key)}" }}`, ...printed(data.node, when), '{{- end }}'];
}

const nameIn = (key: string): string => key.split(' ').at(-1) ?? '';

function settings({ key, node, when }: ChartObject): readonly string[] {
  const name = nameIn(key);
  const others = node.type === 'map' ? node.parts.filter((part) => part.key !== 'data') : [];
  return [
    ...printed({ type: 'map', parts: others }, when),
    'data:',
    `  {{- include "pitanga.settings" (list . "${name}") | nindent 2 }}`,
  ];
}

function alertRules(objects: readonly ChartObject[]): ChartFile {
  const rules = objects.find(({ object }) => object.kind === 'PrometheusRule');
  if (rules === undefined) throw new Error('there are no alert rules');
  return { path: join(chartDir, alertRulesFile), text: stringify(rules.object['spec']) };
}

/** A folder for each service, for what the services share, and for each component. */
function templatePath({ component, key, object }: ChartObject): string {
  const owner = object.metadata.labels?.['app.kubernetes.io/name'];
  const folders = {
    base: [...serviceNames, 'topics'].find((name) => name === owner) ?? 'platform',
    'data-operators': key.includes('kafka') ? 'kafka' : 'postgres',
  };
  const folder = component in folders ? folders[component as keyof typeof folders] : component;
  const file = object.kind.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
  return `${folder}/${file}.yaml`;
}
