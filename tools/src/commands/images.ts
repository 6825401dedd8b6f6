import { resolve } from 'node:path';
import { Argument, type Command } from 'commander';
import { assembleImage } from '../image/assemble';
import { serviceNames, type ServiceName } from '../platform/services';

/** What the Dockerfile calls to fill an image; also the way to look into one without a container engine. */
export function registerImage(program: Command): void {
  program
    .command('image')
    .description("put what a service's image holds into an empty folder")
    .addArgument(new Argument('<service>').choices(serviceNames))
    .argument('<folder>')
    .action((service: ServiceName, folder: string) => assembleImage(service, resolve(folder)));
}
