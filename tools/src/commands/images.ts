import { resolve } from 'node:path';
import { Argument, type Command } from 'commander';
import { assembleImages } from '../image/assemble';
import { serviceNames, type ServiceName } from '../platform/services';

/** What the Dockerfile calls to fill the images; also the way to look into them without a container engine. */
export function registerImages(program: Command): void {
  program
    .command('images')
    .description("put what each service's image holds into a folder of its name, below an empty folder")
    .argument('<folder>')
    .addArgument(new Argument('[service...]', 'all of them when none is named').choices(serviceNames))
    .action((folder: string, services: ServiceName[]) =>
      assembleImages(services.length > 0 ? services : serviceNames, resolve(folder)),
    );
}
