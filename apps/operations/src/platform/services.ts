/** In the order of stopping: the way in first, so that nothing new arrives while the others finish. */
export const serviceNames = ['gateway', 'billing', 'subscriptions', 'payouts', 'webhooks', 'ledger'] as const;
export type ServiceName = (typeof serviceNames)[number];
export type PerService<T> = Record<ServiceName, T>;

export function perService<T>(value: (name: ServiceName) => T): PerService<T> {
  return Object.fromEntries(serviceNames.map((name) => [name, value(name)])) as PerService<T>;
}

/** `BILLING_DATABASE_URL` is `DATABASE_URL` of billing, and so on for every setting. */
export function prefixedEnv(service: ServiceName, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const prefix = `${service.toUpperCase()}_`;
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  );
}
