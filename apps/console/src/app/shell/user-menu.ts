/** Apart from the rest of the contract, so that it can be loaded when it is wanted. */
export { userMenu } from '@parley/contract/identity';
