/** The little of openapi-to-postmanv2 that writes the collection; it ships no types. */
declare module 'openapi-to-postmanv2' {
  interface Options {
    folderStrategy: 'Tags' | 'Paths';
    parametersResolution: 'Schema' | 'Example';
    includeAuthInfoInExample: boolean;
  }
  interface Converted {
    result: boolean;
    reason?: string;
    output?: { data: unknown }[];
  }
  export function convertV2(
    input: { type: 'json'; data: object },
    options: Options,
    done: (error: Error | null, converted: Converted) => void,
  ): void;
}
