/** In a separate chunk from the rest of the contract, so that it is loaded on demand. */
export { userMenu } from '@parley/contract/identity';
