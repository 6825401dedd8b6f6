/** What a process was built from. */
export interface BuildInfo {
  /** Of the service, which is released by itself. */
  readonly version: string;
  /** The commit. */
  readonly revision: string;
}

/** The environment's SERVICE_VERSION and SERVICE_REVISION, which the Dockerfile sets; undefined outside of an image. */
export function readBuildInfo(env: NodeJS.ProcessEnv = process.env): BuildInfo | undefined {
  const { SERVICE_VERSION: version, SERVICE_REVISION: revision } = env;
  return version === undefined || revision === undefined ? undefined : { version, revision };
}
