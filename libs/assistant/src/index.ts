export * from './document';
export * from './operation';
export * from './operation-table';
export * from './tools';
