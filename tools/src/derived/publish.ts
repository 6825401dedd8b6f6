// Writes what a release or an installation publishes and git ignores. A program of its own, because what it imports may
// have to be generated first.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { chartFiles, generatedFolders } from '../k8s/chart/chart';
import { offlineRenderer } from '../k8s/tools';
import { distDir } from '../workspace';
import { asyncApiDocument } from './asyncapi';
import { writeFiles, type DerivedFile } from './derived-file';
import { postmanCollection } from './postman';
import { publicAsyncApiDocument } from './public-asyncapi';

/** The gateway serves it at /docs/packages. */
const packages = join(distDir, 'gateway', 'packages');

const makers: Readonly<Record<string, () => readonly DerivedFile[]>> = {
  postman: () => [{ path: join(packages, 'pitanga.postman_collection.json'), text: postmanCollection() }],
  asyncapi: () => [
    { path: join(packages, 'asyncapi.yaml'), text: asyncApiDocument() },
    { path: join(packages, 'asyncapi.public.yaml'), text: publicAsyncApiDocument() },
  ],
  'k8s-chart': () => {
    const files = chartFiles(offlineRenderer());
    // A component that is gone must leave no template behind.
    for (const folder of generatedFolders()) rmSync(folder, { recursive: true });
    return files;
  },
};

for (const name of process.argv.slice(2)) writeFiles(makers[name]?.() ?? []);
