/**
 * gRPC between services, the only importer of @grpc/grpc-js. Works from ts-proto's generic service
 * definitions; errors are AppErrors on both sides.
 *
 * ```ts
 * const server = createRpcServer({ log, metrics, domain: 'billing' });
 * server.add(CustomerServiceDefinition, { createCustomer: async (request, call) => …, … });
 * const port = await server.start('0.0.0.0:50051');
 *
 * const customers = createRpcClient(CustomerServiceDefinition, { address: 'dns:///billing:50051' });
 * const { customer } = await customers.getCustomer({ tenant, id }, { requestId });
 * ```
 */
export { createRpcClient, type RpcClient, type RpcClientOptions } from './client';
export type { CallContext } from './outgoing-call';
export { createRpcServer, type RpcHandlers, type RpcServer, type RpcServerOptions } from './server';
export { rpcTls, type RpcTls, type RpcTlsConfig } from './rpc-tls';
export type { RpcCall, TenantCall } from './serve-call';
export type { IdempotencyRequest } from './call-metadata';
export type { MethodDefinition, RequestOf, ResponseOf, ServiceDefinition } from './service-definition';
export { isUnimplemented } from './unimplemented';
