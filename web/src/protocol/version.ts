export interface Version {
  version: string;
  commit: string;
  channel: string;
  java: string;
}
