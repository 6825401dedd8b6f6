import { runProgram } from '@pitanga/runtime';
import { examinePlatform } from './doctor/examination';

// Ends with 1 when something is wrong.
runProgram(async () => {
  process.exitCode = (await examinePlatform(process.env)) ? 0 : 1;
});
