/**
 * The same compiler, which compiles a schema at its first use and once: the routes have a thousand schemas, a process
 * uses a part of them, and compiling all was a third of its start.
 */
export function compileOnce<Route extends { readonly schema?: unknown }, Input, Output>(
  compile: (route: Route) => (input: Input) => Output,
): (route: Route) => (input: Input) => Output {
  const compiled = new WeakMap<object, (input: Input) => Output>();
  return (route) => {
    const { schema } = route;
    if (typeof schema !== 'object' || schema === null) return compile(route);
    return (input) => {
      let work = compiled.get(schema);
      if (work === undefined) {
        work = compile(route);
        compiled.set(schema, work);
      }
      return work(input);
    };
  };
}
