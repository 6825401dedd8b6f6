import type { Api, ReadApi } from './client';
import type { paths } from './gen/v2';
import { answered, type Answer } from './problem';

/** A GET of the API with its answer. */
interface Get<Answered> {
  readonly get: {
    readonly parameters: { readonly query?: object };
    readonly responses: { readonly 200: { readonly content: { readonly 'application/json': Answered } } };
  };
}
/** A POST of the API that answers one record. */
interface Post<Data> {
  readonly post: {
    readonly requestBody: { readonly content: { readonly 'application/json': unknown } };
    readonly responses: {
      readonly 200: { readonly content: { readonly 'application/json': { readonly data: Data } } };
    };
  };
}
type PathsOf<Operation> = {
  [Path in keyof paths]: paths[Path] extends Operation ? Path : never;
}[keyof paths];

/** The envelope of a list (docs/behaviour/http.md). */
export interface ListBody<Row> {
  readonly data: readonly Row[];
  readonly pagination: { readonly hasMore: boolean; readonly next: string | null };
}

export type GetPath = PathsOf<Get<{ readonly data: unknown }>>;
export type ListPath = PathsOf<Get<ListBody<unknown>>>;
export type PostPath = PathsOf<Post<unknown>>;

export type QueryAt<Path extends GetPath> = NonNullable<paths[Path]['get']['parameters']['query']>;
export type BodyAt<Path extends PostPath> = paths[Path]['post']['requestBody']['content']['application/json'];
/** What `data` of the answer is. */
export type GotAt<Path extends GetPath> = paths[Path] extends Get<{ data: infer Data }> ? Data : never;
export type RowAt<Path extends ListPath> = paths[Path] extends Get<ListBody<infer Row>> ? Row : never;
export type PostedAt<Path extends PostPath> = paths[Path] extends Post<infer Data> ? Data : never;

type Call<Body> = (path: string, options: object) => Promise<Answer<Body>>;

/** The answer of a GET. Its type is given by the callers, which take it from the path: the client cannot. */
export function getAt<Body>(api: ReadApi, path: GetPath, query: object, signal: AbortSignal): Promise<Body> {
  return answered((api.GET as unknown as Call<Body>)(path, { params: { query }, signal }));
}

/** The record that a POST answers, with the type of its path. */
export async function postAt<Path extends PostPath>(
  api: Api,
  path: Path,
  body: BodyAt<Path>,
  query: object,
): Promise<PostedAt<Path>> {
  const post = api.POST as unknown as Call<{ readonly data: PostedAt<Path> }>;
  return (await answered(post(path, { body, params: { query } }))).data;
}
