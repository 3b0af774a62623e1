//! `almagest outbox`: unsent emails with their links, for operators without a mail server.

use std::process::ExitCode;

use serde_json::Value;

use super::operator::{Operator, document};
use calculator::output::{Failure, Output, table};
use config::Config;
use management_api::installation::outbox::{InstallationOutboxList, MailAttributes};
use operation::PageInput;

pub(super) async fn run(config: Config, output: Output) -> Result<ExitCode, Failure> {
    let operator = Operator::open(&config).await?;
    let mails = operator
        .list::<InstallationOutboxList, _>(|page| PageInput { page })
        .await?;
    let rows: Vec<_> = mails.iter().map(MailAttributes::cells).collect();
    let documents: Result<_, _> = mails.iter().map(document).collect();
    let text = table(&["recipient", "kind", "last error", "link"], &rows);
    output.show(&text, &Value::Array(documents?))
}
