/**
 * Notes the pid of npm, which started this process (each script begins with `exec`), for all that run below it, through
 * any number of processes between: what npm has started ends with npm (tools/src/signals.ts).
 */
if (process.env.npm_lifecycle_event !== undefined && process.env.PITANGA_LAUNCHER_PID !== String(process.ppid)) {
  process.env.PITANGA_NPM_PID = String(process.ppid);
}
process.env.PITANGA_LAUNCHER_PID = String(process.pid);
