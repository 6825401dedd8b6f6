import { resolve } from 'node:path';
import { Argument, type Command } from 'commander';
import { assembleImages, imageNames, type ImageName } from '../image/assemble';

/** What the Dockerfile calls to fill the images; also the way to look into them without a container engine. */
export function registerImages(program: Command): void {
  program
    .command('images')
    .description('put what each image holds into a folder of its name, below an empty folder')
    .argument('<folder>')
    .addArgument(new Argument('[image...]', 'all of them when none is named').choices(imageNames))
    .action((folder: string, names: ImageName[]) =>
      assembleImages(names.length > 0 ? names : imageNames, resolve(folder)),
    );
}
