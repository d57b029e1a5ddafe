import { mount } from 'svelte';
import './style/tokens.css';
import './style/base.css';
import { Api } from './net/api';
import Page from './Page.svelte';

const host = document.getElementById('page');
if (!host) throw new Error('The page has no place to stand: #page is missing in index.html.');
mount(Page, { target: host, props: { api: new Api() } });
