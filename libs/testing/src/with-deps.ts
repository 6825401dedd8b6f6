/**
 * The same dependencies with others in place of some, inside transactions too. A name that they do not have is refused by
 * the compiler, which takes any name beside a spread.
 */
export function withDeps<D extends object>(deps: D, changes: Partial<NoInfer<D>>): D {
  const { tools } = deps as { readonly tools?: object };
  if (!tools) return { ...deps, ...changes };
  const ofTools = Object.fromEntries(Object.entries(changes).filter(([name]) => name in tools));
  return { ...deps, tools: { ...tools, ...ofTools }, ...changes };
}
