import { serviceNames } from '@pitanga/operations/services';
import { filterObjects, renderInstallation } from '../src/k8s-e2e/installation';
import { parseObjects } from './k8s-objects';

describe('the installation of k8s:e2e', () => {
  const rendered = renderInstallation('k8s/overlays/local', 'earlier');

  it('is the overlay with the images that were asked for, and a server of a merchant beside it', () => {
    const objects = parseObjects(rendered);
    for (const name of serviceNames) {
      const [deployment] = objects.of('Deployment').filter(({ metadata }) => metadata.name === name);
      expect(deployment?.spec.template.spec.containers[0]?.image).toBe(`localhost/pitanga-${name}:earlier`);
    }
    expect(objects.of('Pod').map(({ metadata }) => metadata.name)).toEqual(['e2e-client']);
  });

  it('is released service by service: the migration and the deployment of each are found by their names', () => {
    for (const service of serviceNames) {
      for (const [kind, name] of [
        ['Job', `${service}-migration`],
        ['Deployment', service],
      ] as const) {
        const found = parseObjects(filterObjects(rendered, (of, named) => of === kind && named === name));
        expect(found.all.map((object) => [object.kind, object.metadata.name])).toEqual([[kind, name]]);
      }
    }
  });
});
