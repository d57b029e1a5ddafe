import type { Api } from '../../net/api';
import type { Place } from '../place.svelte';
import { Said } from './said.svelte';
import { Walk, type Reader } from './walk.svelte';

/** Everything of the search in conversations; fetched with the first words. */
export class Search {
  readonly said: Said;
  readonly walk: Walk;

  constructor(api: Api, place: Place, reader: () => Reader | undefined, overFleet: () => boolean = () => false) {
    this.said = new Said(api, overFleet);
    this.walk = new Walk(api, place, this.said, reader);
  }
}
