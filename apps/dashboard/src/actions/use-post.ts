import { storeApi } from '../api/client';
import type { paths } from '../api/gen/v2';
import { record, type Answer } from '../api/problem';
import { useStore } from '../session/store-context';
import { useAction, type Action, type ActionOptions } from './use-action';

/** A POST of the API that answers one record. */
interface RecordPost<Body, Data> {
  readonly post: {
    readonly requestBody: { readonly content: { readonly 'application/json': Body } };
    readonly responses: {
      readonly 200: { readonly content: { readonly 'application/json': { readonly data: Data } } };
    };
  };
}
export type PostPath = {
  [Path in keyof paths]: paths[Path] extends RecordPost<unknown, unknown> ? Path : never;
}[keyof paths];
export type BodyAt<Path extends PostPath> = paths[Path]['post']['requestBody']['content']['application/json'];
type DataAt<Path extends PostPath> = paths[Path] extends RecordPost<unknown, infer Data> ? Data : never;

/** What a person does by one POST about the open store: `usePost('/v2/members/update', { done: say('saved') })`. */
export function usePost<Path extends PostPath>(
  path: Path,
  options: ActionOptions<BodyAt<Path>, DataAt<Path>> & { readonly query?: Readonly<Record<string, string>> } = {},
): Action<BodyAt<Path>> {
  const { scope } = useStore();
  const { query = {}, ...rest } = options;
  return useAction({
    ...rest,
    run: (body: BodyAt<Path>, idempotencyKey) => {
      // Types of body and answer are those of the path: the client cannot follow them through a type parameter.
      const post = storeApi(scope, idempotencyKey).POST as unknown as (
        path: string,
        options: object,
      ) => Promise<Answer<{ data: DataAt<Path> }>>;
      return record(post(path, { body, params: { query } }));
    },
  });
}
