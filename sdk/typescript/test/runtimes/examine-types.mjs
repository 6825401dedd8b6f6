// Prints what "Are the types wrong?" finds in a packed package, as JSON.
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { readFileSync } from 'node:fs';

const [, , tarball] = process.argv;
const { types, problems } = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
console.log(JSON.stringify({ types, problems }));
