package dev.svc.server.demo;

import java.util.List;

/// What one sample session is about.
///
/// @param place the folder it was held in, below the demonstration's `code`
/// @param title what a program calls it that gives its sessions titles
/// @param talk a person's words and the answers, in turns
record Story(String place, String branch, String title, List<String> talk) {
    Story {
        talk = List.copyOf(talk);
    }

    static final List<Story> ALL = List.of(
            new Story(
                    "shop",
                    "feature/cart",
                    "Rounding in the cart",
                    List.of(
                            "Why does the cart lose a cent when three items share a discount?",
                            "Each line is rounded before the sum. I would add up in whole cents and round once, at the end.",
                            "Do that, and add a test with three items at 0.33.",
                            "Done: the total is 0.99 now, and the test fails without the change.")),
            new Story(
                    "shop",
                    "main",
                    "Slow product search",
                    List.of(
                            "The product search takes two seconds. Find out why.",
                            "The query has no index on the folded name. With one, the same search took 8 ms here.")),
            new Story(
                    "shop",
                    "fix/login-loop",
                    "Login loop after expiry",
                    List.of(
                            "After a login expires people end up in a redirect loop. Can you reproduce it?",
                            "Yes: the expired cookie is sent again with each redirect. Clearing it on the first answer ends the loop.",
                            "Please also write down how you reproduced it.",
                            "Added to docs/login.md, with the three requests that show it.")),
            new Story(
                    "blog",
                    "main",
                    "Dark theme for the blog",
                    List.of(
                            "Give the blog a dark theme that follows the system setting.",
                            "The colours are variables now, with a second set for dark. Links keep a contrast of 7:1.")),
            new Story(
                    "blog",
                    "posts/terminals",
                    "Draft: terminals that stay",
                    List.of(
                            "Write a first draft of a post about terminals that survive a closed laptop.",
                            "The draft is in posts/terminals.md: what is lost today, what a detached terminal keeps, and one example.")),
            new Story(
                    "blog",
                    "main",
                    "Broken feed",
                    List.of(
                            "The feed no longer validates since the post with the Größenwahn headline.",
                            "The headline was escaped twice. The feed validates again, ä and ß included.")),
            new Story(
                    "data-pipeline",
                    "develop",
                    "Nightly import fails",
                    List.of(
                            "The nightly import failed again with a time-out. Look at the last three logs.",
                            "All three stop at the same file of 4 GB. It is read into memory at once; reading it in lines needs 40 MB.",
                            "Go ahead.",
                            "The import runs in lines now and finished in eleven minutes.")),
            new Story(
                    "data-pipeline",
                    "feature/parquet",
                    "Write Parquet beside CSV",
                    List.of(
                            "Let the export write Parquet beside CSV.",
                            "Both are written now. The Parquet file has a ninth of the size.")),
            new Story(
                    "data-pipeline",
                    "main",
                    "Duplicate orders",
                    List.of(
                            "Some orders are counted twice in the weekly report. Find the duplicates first, change nothing yet.",
                            "There are 214, all from the hour in which the clocks went back. The key holds local time.")),
            new Story("notes", "main", "メモの全文検索", List.of("メモに全文検索を付けてください。", "検索できるようにしました。索引は保存のたびに更新されます。")),
            new Story(
                    "notes",
                    "main",
                    "Plan for the week",
                    List.of(
                            "Turn my notes of Monday into a plan for the week.",
                            "Five tasks, the two with a date first. I left out what you crossed off.")),
            new Story(
                    "infra",
                    "main",
                    "Certificate renewal",
                    List.of(
                            "Check when our certificates run out and whether the renewal works.",
                            "The nearest runs out in 19 days. A dry run of the renewal passed for all four.")),
            new Story(
                    "infra",
                    "feature/backups",
                    "Prove that backups restore",
                    List.of(
                            "We make backups but nobody ever restored one. Set up a monthly test.",
                            "A job restores the newest backup into a scratch database and compares row counts. It ran once and passed.")),
            new Story(
                    "café-website",
                    "main",
                    "Opening hours",
                    List.of(
                            "Show the opening hours on the start page, with the holidays.",
                            "They are read from hours.json; on a holiday the page says so in the first line.")));
}
