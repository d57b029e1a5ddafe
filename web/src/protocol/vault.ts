import type { Schema } from './schema';

/** How the vault is. */
export type Vault = Schema<'Vault'>;

export type VaultSettings = Schema<'VaultSettings'>;
